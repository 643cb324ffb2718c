package hook

import "mdck/mdcheckpoint/jsondoc"

// answer is what agent a is sent at the event; nil for silence. The same arguments give the
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

// An addition is the answer that adds text to what the model reads. Codex throws an
// answer with any other key away.
type addition struct {
	Output struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

// fitted is a text as an answer of at most [MaxBytes] bytes that, encoded, has at
// most [MaxEncoded], whichever of the two an agent counts. text makes it as long
// as it is allowed to be.
func fitted(event string, text func(limit int) string) []byte {
	var added addition
	added.Output.Event = event
	for limit := MaxBytes; limit > 0; {
		added.Output.Text = visible(text(limit))
		if added.Output.Text == "" {
			return nil
		}
		encoded := encode(added)
		if len(encoded) <= MaxEncoded && len(added.Output.Text) <= MaxBytes {
			return encoded
		}
		over := max(len(encoded)*MaxBytes/MaxEncoded, len(added.Output.Text))
		limit = limit * MaxBytes / (over + 2) // in proportion: what takes room may be anywhere
	}
	return nil
}

// A decision keeps an agent from ending its turn.
type decision struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
}

// block returns the answer that blocks the end of a turn with a reason; nil without a reason.
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

// encode is v as one line of JSON.
func encode(v any) []byte {
	text, _ := jsondoc.Encode(v, "", "") // strings have no error
	return text
}
