import { expect, test } from '@playwright/test';

import { ParleyError } from '../../../src/contract/index.js';
import { toModelRequest } from '../../../src/navigator/weblinx/request.js';
import { ESTIMATE, findFamily, FAMILY_NAMES, buildWeblinxRequest } from '../../../src/prompt/index.js';
import { PIXEL } from '../../llm/model-fixture.js';

const INPUT = { previousTurns: [], page: null, viewport: { height: 700, width: 1200 }, candidates: null };

for (const name of FAMILY_NAMES) {
  const request = buildWeblinxRequest(findFamily(name)!, 'browser', INPUT, ESTIMATE);
  test(`weblinx:${name} ${request.image ? 'requires a screenshot' : 'needs no screenshot'}`, () => {
    expect(toModelRequest(request, null, PIXEL)).toMatchObject({ maxTokens: 256, temperature: 0 });
    if (!request.image)
      expect(toModelRequest(request, null, null)).toEqual(toModelRequest(request, null, PIXEL));
    else {
      expect(() => toModelRequest(request, null, null)).toThrow(ParleyError);
      expect(() => toModelRequest(request, null, null)).toThrow(`“weblinx:${name}” needs one`);
    }
  });
}
