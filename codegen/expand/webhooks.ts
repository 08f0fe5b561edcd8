import { eventTypes, type EventType } from '../catalogue.ts'
import type { Contract, JsonObject } from '../model.ts'
import { ContractError } from '../problems.ts'

/** The tag under which the reference shows events. */
const tag = 'Events'

/**
 * Each event as a webhook, and the component that describes its body.
 *
 * @throws ContractError when the document does not declare the tag
 */
export function webhooks(contract: Contract): { webhooks: JsonObject; schemas: JsonObject } {
  const types = eventTypes(contract)
  const file = 'openapi/openapi.yaml'
  const tags = contract.base.value['tags'] as JsonObject[]
  if (types.length > 0 && !tags.some(({ name }) => name === tag))
    throw new ContractError([
      { file, line: contract.base.lineOf(['tags']), message: `there is no tag ${tag}` },
    ])
  return {
    webhooks: Object.fromEntries(types.map((event) => [event.type, webhook(event)])),
    schemas: Object.fromEntries(types.map((event) => [event.bodyName, body(event)])),
  }
}

/** The example of the body of a webhook. */
export function webhookExample({ type, example }: EventType): JsonObject {
  return {
    id: 'evt_0197a1c27b1e',
    type,
    timestamp: '2026-11-21T09:00:00.000Z',
    version: 'v1',
    organization_id: '0197a1c2-0001',
    test: false,
    data: example,
  }
}

function webhook(event: EventType): JsonObject {
  const { type, group, subject, description, bodyName } = event
  return {
    post: {
      tags: [tag],
      operationId: `webhook_${type.replaceAll('.', '_')}`,
      summary: type,
      description,
      'x-group': group,
      'x-subject': subject,
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${bodyName}` },
            example: webhookExample(event),
          },
        },
      },
      responses: {
        default: { description: 'Any 2xx says that it was received; every other answer is a failure.' },
      },
    },
  }
}

function body({ type, description, dataName }: EventType): JsonObject {
  return {
    description,
    type: 'object',
    required: ['id', 'type', 'timestamp', 'version', 'organization_id', 'test', 'data'],
    properties: {
      id: {
        type: 'string',
        maxLength: 64,
        description: 'Begins with evt_. The same for every delivery of this event.',
      },
      type: { type: 'string', const: type, description: `Always \`${type}\`: what happened.` },
      timestamp: { type: 'string', format: 'date-time', description: 'When it was recorded.' },
      version: { type: 'string', const: 'v1', description: 'Of the API whose schemas `data` follows.' },
      organization_id: {
        type: 'string',
        maxLength: 64,
        description: 'In whose data it happened. One address may get events of several.',
      },
      test: { type: 'boolean', description: 'True when somebody sent it to try their endpoint.' },
      data: {
        $ref: `#/components/schemas/${dataName}`,
        description: 'Details of what happened, as things were at `timestamp`.',
      },
    },
  }
}
