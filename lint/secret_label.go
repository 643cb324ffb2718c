package lint

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// A labelForm is a secret that is told by the name before it.
type labelForm struct {
	label string // how the name ends, in small letters, without "_" and "-"
	body  string // as bodyLen reads it; "" for a password
	what  string
	param string // of which parameter of the same address it is; "" if the name says enough
}

// labelForms are the names that fix what stands behind them. Sources: the documentation of the
// AWS CLI, of Azure Storage (connection strings, shared access signatures), of Azure Service Bus,
// and of the JDBC drivers of PostgreSQL, MySQL and SQL Server.
var labelForms = [...]labelForm{
	{label: "secretaccesskey", body: "<f40>", what: "AWS secret access key"},
	{label: "accountkey", body: "<f86>==", what: "Azure account key"},
	{label: "sharedaccesskey", body: "<f43>=", what: "Azure shared access key"},
	{label: "sig", body: "<p43-90>%3D", what: "Azure shared access signature", param: "sv="},
	{label: "sig", body: "<p43-90>%3d", what: "Azure shared access signature", param: "sv="},
	{label: "sig", body: "<f43>=", what: "Azure shared access signature", param: "sv="},
	{label: "password", what: "password", param: "://"},
}

// inLabels finds the values of labelForms: behind "=", ":" or the border of a cell.
func inLabels(text string) (found []Finding) {
	for _, sign := range []byte("=:|") {
		for at := 0; ; at++ {
			i := strings.IndexByte(text[at:], sign)
			if i < 0 {
				break
			}
			at += i
			if f := labelled(text, at); f.Span.Len() > 0 {
				found = append(found, f)
			}
		}
	}
	return found
}

// labelled is the secret whose label stands before the sign at offset; its span is empty if
// there is none.
func labelled(text string, offset int) Finding {
	const padding = 8          // bytes of spaces and quotes, at most
	const marks = " \t\"'`*\\" // of JSON, of Markdown and of JSON in JSON
	first := max(0, offset-padding)
	end := first + len(strings.TrimRight(text[first:offset], marks))
	if end == first || strings.IndexByte("ydg", text[end-1]|0x20) < 0 {
		return Finding{} // most
	}
	rest := text[offset+1 : min(len(text), offset+1+padding)]
	start := offset + 1 + len(rest) - len(strings.TrimLeft(rest, marks+">"))
	for i := range labelForms {
		f := &labelForms[i]
		if !f.names(text[:end]) {
			continue
		}
		if n := f.valueLen(text, start); n > 0 {
			return Finding{Span: source.Span{Start: start, End: start + n}, Message: "this looks like a secret by its name: " + f.what}
		}
	}
	return Finding{}
}

// names reports whether text ends with the label of form f, and with nothing but it where f is of
// a parameter.
func (f *labelForm) names(text string) bool {
	at := len(text)
	for left := len(f.label); left > 0; {
		at--
		switch {
		case at < 0:
			return false
		case text[at]|0x20 == f.label[left-1]:
			left--
		case text[at] != '_' && text[at] != '-':
			return false
		}
	}
	return f.param == "" || at > 0 && strings.IndexByte("?&;", text[at-1]) >= 0
}

// valueLen is how many bytes of text at start are a secret of form f; 0 if none are.
func (f *labelForm) valueLen(text string, start int) int {
	const longest = 128 // bytes of a password
	address := addressAround(text, start)
	if !strings.Contains(address, f.param) {
		return 0
	}
	if f.body == "" {
		_, place, _ := strings.Cut(address, f.param)
		n := userLen(text[start:min(len(text), start+longest)])
		if i := strings.IndexAny(text[start:start+n], "&;"); i >= 0 {
			n = i
		}
		if !isPassword(text[start:start+n], host(place)) {
			return 0
		}
		return n
	}
	n := bodyLen(f.body, text[start:])
	if n < 0 || start+n < len(text) && inAlphabet('f', text[start+n]) {
		return 0
	}
	if value := text[start : start+n]; isSample(value) || strings.HasSuffix(value, "EXAMPLEKEY") { // as in all of AWS's documentation
		return 0
	}
	return n
}

// addressAround is what stands around offset without a space or a quote, a few hundred bytes.
func addressAround(text string, offset int) string {
	const most, borders = 300, " \t\r\n\"'`<>|"
	first, last := max(0, offset-most), min(len(text), offset+most)
	start := first + strings.LastIndexAny(text[first:offset], borders) + 1
	if i := strings.IndexAny(text[offset:last], borders); i >= 0 {
		last = offset + i
	}
	return text[start:last]
}
