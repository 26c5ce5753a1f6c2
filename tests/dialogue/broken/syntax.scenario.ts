export default {
  scenario: 1,
  name: ,
};
