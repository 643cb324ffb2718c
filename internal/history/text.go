package history

import (
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Text has the sizes and hashes of a text. Version, Lines and Tokens are nil if Reason is set.
type Text struct {
	Version *int   `json:"checkpointVersion,omitempty"` // nil if the checkpoint has no version
	Lines   *int   `json:"lines,omitempty"`
	Tokens  *int   `json:"tokens,omitempty"`
	Sum     string `json:"hash,omitempty"`   // SHA-256 in hex; "" without a text
	Content string `json:"-"`                // hash without white space, as in the ledger
	Reason  string `json:"reason,omitempty"` // why the numbers are unknown
}

const (
	Gone    = "deleted"
	Link    = "a symbolic link"
	Module  = "a submodule"
	Large   = "over 1 MiB"
	NotUTF8 = "not UTF-8"
	NotKept = "text not kept"
	Missing = "not in this clone"
)

// Measure returns the numbers of a text. content is the function Content of the protocol, or nil.
func Measure(text string, count func(string) int, content func(string) (hash string, version int)) Text {
	t := Text{Sum: claim.Hash([]byte(text)), Content: claim.ContentHash(text)}
	switch {
	case len(text) > source.MaxSize:
		t.Reason = Large
		return t
	case source.InvalidUTF8(text) >= 0:
		t.Reason = NotUTF8
		return t
	}
	lines, tokens := source.NewFile("", text).Lines(), count(text)
	t.Lines, t.Tokens = &lines, &tokens
	if content == nil {
		return t
	}
	hash, version := content(text)
	t.Content = hash
	if version >= 0 {
		t.Version = &version
	}
	return t
}
