/** The input of a hire that no test changes but in what it is about. */
export const ada = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  work_email: 'ada@company.example',
  title: 'Engineer',
  start_date: '2024-03-01',
}
