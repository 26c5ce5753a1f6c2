export default Promise.resolve({ scenario: 1 });
