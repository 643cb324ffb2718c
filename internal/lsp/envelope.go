package lsp

import (
	"encoding/json"
	"errors"

	"github.com/sourcegraph/jsonrpc2"
)

// An envelope is a message as far as it says what it is. What is not there is nil.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  json.RawMessage `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	answers bool            // it has a result or an error
}

// opened reads what text says it is. Names of members are taken as they are written: to a
// struct the case of letters would not matter.
func opened(text []byte) (e envelope, err error) {
	var all map[string]json.RawMessage
	err = json.Unmarshal(text, &all)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok || err == nil && all == nil {
		return e, errNoObject
	}
	if err != nil {
		return e, err
	}
	_, result := all["result"]
	_, failed := all["error"]
	return envelope{"2.0", all["id"], all["method"], all["params"], result || failed}, nil
}

// isAnswer reports whether the message answers a request of ours.
func (e *envelope) isAnswer() bool { return e.Method == nil && e.answers }

// known reports whether an id can be given back: a string or a number of any size. One
// that is null cannot be told from that of a message whose id nobody could read.
func known(id json.RawMessage) bool {
	return len(id) > 0 && (id[0] == '"' || id[0] == '-' || '0' <= id[0] && id[0] <= '9')
}

// idOf is an id as the library carries it: the very bytes, as it knows no negative
// numbers and none with more than 63 bits.
func idOf(id json.RawMessage) jsonrpc2.ID { return jsonrpc2.ID{Str: string(id), IsString: true} }

var (
	errNoObject = errors.New("want one message, a JSON object: a batch of them is not taken")
	errNoID     = errors.New("an id is neither a string nor a number")
	errNoMethod = errors.New("a message has neither a method nor a result: want a method that is a string")
)

// read reads a request or a notification into v, which belongs to the library: the id of
// a request is what [idOf] makes of it.
func (e envelope) read(v any) (err error) {
	switch {
	case len(e.Method) == 0 || e.Method[0] != '"':
		return errNoMethod
	case e.ID != nil && !known(e.ID):
		return errNoID
	case e.ID != nil:
		if e.ID, err = json.Marshal(string(e.ID)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(e)
	if err != nil {
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
