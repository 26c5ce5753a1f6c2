/** The tasks of AirlineCRM. The results table lists them by their short names. */

export interface AirlineTask {
  name: string;
  /** The task's id in the paper's notebook and in the site's helper APIs. */
  id: string;
  /** Whether the task is one of the five that the paper evaluates. */
  isEvaluated: boolean;
}

export const AIRLINE_TASKS: readonly AirlineTask[] = [
  { name: 'find-flight', id: 'TASK_FIND_FLIGHT', isEvaluated: true },
  { name: 'book-flight', id: 'TASK_BOOK_FLIGHT', isEvaluated: true },
  { name: 'find-booking', id: 'TASK_FIND_BOOKING', isEvaluated: true },
  { name: 'cancel-flight', id: 'TASK_CANCEL_FLIGHT', isEvaluated: true },
  { name: 'update-passenger', id: 'TASK_UPDATE_PASSENGER_DETAILS', isEvaluated: true },
  { name: 'update-flight', id: 'TASK_UPDATE_FLIGHT', isEvaluated: false },
];
