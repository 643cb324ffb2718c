package hook

import "mdck/mdcheckpoint/jsondoc"

// answer returns the answer of mdck, or nil if there is none. The same input and facts give the
// same bytes.
func answer(a Agent, event string, in Input, f *facts) []byte {
	switch taskOf(a, event) {
	case start:
		return fitted(event, startText(in, f))
	case summarise:
		return []byte(summaryText(f))
	case stop:
		return block(a, visible(stopReason(in, f)))
	case written:
		return fitted(event, findingsText(f))
	}
	return nil
}

// An addition is an answer that adds text to the context of the model. It contains only keys that
// Codex accepts: Codex discards an answer with any other key.
type addition struct {
	Output struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

// fitted returns an answer within [MaxBytes] and [MaxEncoded]. Some agents limit the text, others
// the JSON. The function format returns a text of at most limit bytes.
func fitted(event string, format func(limit int) string) []byte {
	var added addition
	added.Output.Event = event
	for limit := MaxBytes; limit > 0; {
		added.Output.Text = visible(format(limit))
		if added.Output.Text == "" {
			return nil
		}
		encoded := encode(added)
		if len(encoded) <= MaxEncoded && len(added.Output.Text) <= MaxBytes {
			return encoded
		}
		over := max(len(encoded)*MaxBytes/MaxEncoded, len(added.Output.Text))
		limit = limit * MaxBytes / (over + 2) // reduce the limit in proportion, because the text may have many escapes at any place
	}
	return nil
}

// A decision prevents an agent from ending its turn.
type decision struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
}

func block(a Agent, reason string) []byte {
	word := "block"
	if a == Gemini {
		word = "deny"
	}
	if reason == "" {
		return nil
	}
	return encode(decision{word, reason})
}

func encode(v any) []byte {
	text, _ := jsondoc.Encode(v, "", "") // strings can always be encoded
	return text
}
