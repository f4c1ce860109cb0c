/** Header of a call: the id of the member as whom its page shows the viewer, who may be a club that they act for. */
export const actsAsHeader = 'x-acts-as'
