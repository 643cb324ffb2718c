package lsp

import (
	"encoding/json"
	"errors"

	"github.com/sourcegraph/jsonrpc2"
)

// An envelope is a message as far as it says what it is. What is not there is nil.
type envelope struct {
	Version json.RawMessage `json:"jsonrpc,omitempty"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  json.RawMessage `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// isAnswer reports whether the message answers a request of ours.
func (e *envelope) isAnswer() bool { return e.Method == nil && (e.Result != nil || e.Error != nil) }

// known reports whether an id can be given back: a string or a number of any size. One
// that is null cannot be told from that of a message whose id nobody could read.
func known(id json.RawMessage) bool {
	return len(id) > 0 && (id[0] == '"' || id[0] == '-' || '0' <= id[0] && id[0] <= '9')
}

// idOf is an id as the library carries it: the very bytes, as it knows no negative
// numbers and none with more than 63 bits.
func idOf(id json.RawMessage) jsonrpc2.ID { return jsonrpc2.ID{Str: string(id), IsString: true} }

var errNoID = errors.New("an id is neither a string nor a number")

// read reads a message into v, which belongs to the library: of a request the id is
// what [idOf] makes of it.
func (e *envelope) read(text []byte, v any) error {
	if e.ID == nil || e.Method == nil {
		return json.Unmarshal(text, v)
	}
	if !known(e.ID) {
		return errNoID
	}
	carried, err := json.Marshal(string(e.ID))
	if err != nil {
		return err
	}
	again := *e
	again.ID = carried
	if text, err = json.Marshal(again); err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// Messages of ours, the notifications left out.
type (
	answer struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"` // nil is null: it is not known
		Result  any             `json:"result"`
	}
	refusal struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"` // likewise
		Error   *jsonrpc2.Error `json:"error"`
	}
	request struct {
		Version string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}
)
