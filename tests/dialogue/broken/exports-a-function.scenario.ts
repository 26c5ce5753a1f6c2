export default () => ({ scenario: 1 });
