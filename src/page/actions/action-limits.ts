/** Time limits of actions, in milliseconds. A comment “Until X” means the maximum time to wait for X. */
export interface ActionLimits {
  /** One Playwright call on an element: click, fill, focus, press. */
  elementActionMs: number;
  /** One query to a frame. */
  queryMs: number;
  /** Until the response to a navigation begins to arrive. */
  navigationMs: number;
  /** Maximum duration of a `wait` action. */
  maxWaitMs: number;
  /** Scrolling an element into view. */
  scrollIntoViewMs: number;
  /** Until a target that fades in becomes visible. */
  appearMs: number;
  /** Until something that temporarily covers the target, such as a toast or an animation, has gone. */
  uncoverMs: number;
  /** Until a moving target stops. After that, the target is clicked wherever it is. */
  unstableTargetMs: number;
  /** A click on an element inside a control, such as an option or a day, that is already rendered. */
  partClickMs: number;
  /** Until the pointer has arrived. A child frame that was just scrolled receives pointer moves late. */
  pointerArrivalMs: number;
  /** Until the page has received a pointer move, which Chromium sends when it renders next. */
  pointerMoveMs: number;
  /** Until a checkbox, switch or button shows its new state. */
  toggleMs: number;
  /** Used instead of `toggleMs` if the page cancelled the click, because some pages then set the state in a script. */
  cancelledToggleMs: number;
  /** Until a slider or spin button has reacted to a key. */
  sliderReactionMs: number;
  /** Until a file chooser opens. */
  fileChooserMs: number;
  /** Until a popup shows options after a click. */
  popupOpenMs: number;
  /** Used instead of `popupOpenMs` for editable fields, which may not open a popup until the user types. */
  editablePopupOpenMs: number;
  /** Until a popup that reports itself as open has loaded its options. */
  popupLoadMs: number;
  /** Until suggestions for typed text appear. */
  suggestionsMs: number;
  /** Suggestions that have not changed for this long are treated as final, even if none of them matches. */
  stableSuggestionsMs: number;
  /** Until a field shows the chosen option or day. */
  valueShownMs: number;
  /** Until a field has accepted or discarded a typed date. */
  typedDateMs: number;
  /** Searching a list that renders only the options in view. */
  listSearchMs: number;
  /** Until a list that renders only the options in view has rendered new options after scrolling. */
  listRenderMs: number;
  /** Until a list that was scrolled to its end has loaded more options. */
  listLoadMs: number;
  /** Until a calendar opens. */
  calendarOpenMs: number;
  /** Until a calendar shows a different month. */
  calendarMonthChangeMs: number;
}

export const ACTION_LIMITS: ActionLimits = {
  elementActionMs: 5_000,
  queryMs: 3_000,
  navigationMs: 20_000,
  maxWaitMs: 120_000,
  scrollIntoViewMs: 2_000,
  appearMs: 1_000,
  uncoverMs: 600,
  unstableTargetMs: 1_500,
  partClickMs: 2_500,
  pointerArrivalMs: 1_500,
  pointerMoveMs: 60,
  toggleMs: 1_200,
  cancelledToggleMs: 250,
  sliderReactionMs: 400,
  fileChooserMs: 3_000,
  popupOpenMs: 1_500,
  editablePopupOpenMs: 350,
  popupLoadMs: 3_000,
  suggestionsMs: 4_000,
  stableSuggestionsMs: 700,
  valueShownMs: 1_500,
  typedDateMs: 400,
  listSearchMs: 12_000,
  listRenderMs: 70,
  listLoadMs: 600,
  calendarOpenMs: 1_200,
  calendarMonthChangeMs: 1_500,
};
