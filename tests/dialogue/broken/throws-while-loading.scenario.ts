const colours: string[] = [];
export default { scenario: 1, name: colours[0]!.toUpperCase() };
