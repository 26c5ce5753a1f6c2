const page = await fetch('https://shop.test/');
export default { scenario: 1, name: page.url };
