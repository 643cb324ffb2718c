package lsp

import (
	"encoding/json"
	"errors"

	"mdck/mdcheckpoint/jsondoc"
)

// A message is a request or, without an id, a notification; or else the end of the input.
type message struct {
	id     json.RawMessage // as the client spells it; nil for a notification
	method string
	params json.RawMessage // nil for none
	end    error           // why no message comes any more; nil for a message
}

// hasID reports whether the message can be answered by its id, a string or a number of any
// size. An id that is null cannot be told from that of a message whose id nobody could read.
func (m *message) hasID() bool {
	return len(m.id) > 0 && (m.id[0] == '"' || m.id[0] == '-' || '0' <= m.id[0] && m.id[0] <= '9')
}

var (
	errNoObject = errors.New("want one message, a JSON object: a batch of them is not taken")
	errNoID     = errors.New("an id is neither a string nor a number")
	errNoMethod = errors.New("a message has neither a method nor a result: want a method that is a string")
)

// parseMessage reads a message; answers reports whether it answers a request of ours. With
// an error the message has its id, if that was read. Names of members are taken as they are
// written: to a struct the case of letters would not matter.
func parseMessage(text []byte) (m message, answers bool, err error) {
	var all map[string]json.RawMessage
	err = json.Unmarshal(text, &all)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok || err == nil && all == nil {
		return m, false, errNoObject
	}
	if err != nil {
		return m, false, err
	}
	m.id, m.params = jsondoc.Exactly(all["id"]), all["params"]
	method := all["method"]
	_, result := all["result"]
	_, failed := all["error"]
	switch {
	case method == nil && (result || failed):
		return m, true, nil
	case len(method) == 0 || method[0] != '"':
		return m, false, errNoMethod
	case m.id != nil && !m.hasID():
		return m, false, errNoID
	}
	return m, false, json.Unmarshal(method, &m.method)
}

// Messages of ours.
type (
	answer struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}
	refusal struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"` // nil is null: it is not known
		Error   *rpcError       `json:"error"`
	}
	request struct {
		Version string `json:"jsonrpc"`
		ID      int    `json:"id,omitempty"` // from 1; 0 for a notification
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}
)

// An rpcError is an error as the client gets it.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }
