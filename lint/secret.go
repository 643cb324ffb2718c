package lint

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A keyForm is how a kind of key begins and what follows.
type keyForm struct {
	prefix string
	least  int    // characters after the prefix
	also   string // characters besides letters and digits
	what   string
	dot    int // offset of the first dot after the prefix, where one belongs there
}

// keyForms are the prefixes that issuers document for their keys. Source: the
// issuers' documentation of key formats, as of 2026.
var keyForms = [...]keyForm{
	{"AKIA", 16, "", "AWS access key", 0},
	{"ASIA", 16, "", "AWS session key", 0},
	{"ghp_", 36, "", "GitHub token", 0},
	{"gho_", 36, "", "GitHub token", 0},
	{"ghu_", 36, "", "GitHub token", 0},
	{"ghs_", 36, "", "GitHub token", 0},
	{"ghr_", 36, "", "GitHub token", 0},
	{"github_pat_", 50, "_", "GitHub token", 0},
	{"glpat-", 20, "-_", "GitLab token", 0},
	{"sk-ant-", 32, "-_", "Anthropic key", 0},
	{"sk-proj-", 32, "-_", "OpenAI key", 0},
	{"sk-svcacct-", 32, "-_", "OpenAI key", 0},
	{"sk-", 40, "", "OpenAI key", 0},
	{"sk_live_", 20, "", "Stripe key", 0},
	{"sk_test_", 20, "", "Stripe key", 0},
	{"rk_live_", 20, "", "Stripe key", 0},
	{"rk_test_", 20, "", "Stripe key", 0},
	{"whsec_", 32, "", "Stripe signing secret", 0},
	{"xoxb-", 24, "-", "Slack token", 0},
	{"xoxp-", 24, "-", "Slack token", 0},
	{"xoxa-", 24, "-", "Slack token", 0},
	{"xoxs-", 24, "-", "Slack token", 0},
	{"xapp-1-", 24, "-", "Slack token", 0},
	{"AIza", 35, "-_", "Google API key", 0},
	{"lin_api_", 32, "", "Linear key", 0},
	{"lin_oauth_", 32, "", "Linear key", 0},
	{"SG.", 66, "-_.", "SendGrid key", 22},
	{"npm_", 36, "", "npm token", 0},
	{"pypi-AgEIcHlwaS5vcmc", 40, "-_", "PyPI token", 0},
	{"hf_", 34, "", "Hugging Face token", 0},
	{"dop_v1_", 64, "", "DigitalOcean token", 0},
	{"AGE-SECRET-KEY-1", 50, "", "age key", 0},
}

// shortestKey is the least number of bytes of a key, its prefix included.
const shortestKey = 20

func checkSecret(u *Unit) []Finding { return Secrets(u.File.Text) }

// Secrets finds what looks like a credential in text, kinds in turn. Messages do not
// repeat it; spans are those of text.
func Secrets(text string) []Finding {
	found := privateKeys(text)
	for run := nextRun(text, 0); run.Len() > 0; run = nextRun(text, run.End) {
		found = append(found, keys(text, run)...)
	}
	return found
}

// nextRun is the next run of at least shortestKey bytes that keys are made of,
// from offset on; empty if there is none. It looks at few bytes of prose: where
// the last byte of a window is part of no key, no key begins in it.
func nextRun(text string, offset int) source.Span {
	for offset+shortestKey <= len(text) {
		start := offset + shortestKey
		for start > offset && isKeyByte(text[start-1]) {
			start--
		}
		if start > offset {
			offset = start
			continue
		}
		end := offset + shortestKey
		for end < len(text) && isKeyByte(text[end]) {
			end++
		}
		return source.Span{Start: offset, End: end}
	}
	return source.Span{}
}

// isKeyByte reports whether c is in the prefix or the rest of any key.
func isKeyByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' || c == '.' }

// keys are those in run, a run of bytes that keys are made of.
func keys(text string, run source.Span) []Finding {
	var found []Finding
	taken := map[int]bool{}
	for _, form := range keyForms {
		for at := run.Start; ; {
			i := strings.Index(text[at:run.End], form.prefix)
			if i < 0 {
				break
			}
			start := at + i
			at = start + len(form.prefix)
			end := at + form.tail(text[at:run.End])
			if end-at < form.least {
				continue
			}
			key := text[at:end]
			at = end // what is in the key is not looked at again
			if taken[start] || inWord(text, start) || isSample(key) || form.dot > 0 && strings.IndexByte(key, '.') != form.dot {
				continue
			}
			taken[start] = true
			found = append(found, Finding{
				Span:    source.Span{Start: start, End: end},
				Message: fmt.Sprintf("this looks like a key: %s (%s…)", form.what, form.prefix),
			})
		}
	}
	return found
}

// tail is how many bytes of text can belong to the key.
func (f keyForm) tail(text string) int {
	for i := 0; i < len(text); i++ {
		if !isAlnum(text[i]) && strings.IndexByte(f.also, text[i]) < 0 {
			return len(strings.TrimRight(text[:i], ".")) // of a sentence
		}
	}
	return len(strings.TrimRight(text, "."))
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func inWord(text string, start int) bool {
	return start > 0 && (isAlnum(text[start-1]) || text[start-1] == '_')
}

// sampleWords are what documentation writes into keys for show.
var sampleWords = [...]string{"EXAMPLE", "PLACEHOLDER", "DUMMY", "FAKE", "TEST", "SAMPLE"}

// isSample reports whether a key is one for show: documentation begins it with a word, or
// fills half of it or more with one letter or the alphabet. Account numbers in a key are rows, too.
func isSample(key string) bool {
	upper := strings.ToUpper(key)
	if namesSample(key, upper) {
		return true
	}
	const few, row = 6, 6 // different letters, and as many in a row
	letters := map[byte]bool{}
	equal, up, filled := 1, 1, 0
	for i := 0; i < len(key); i++ {
		letters[key[i]] = true
		equal, up = equal+1, up+1
		if i == 0 || key[i] != key[i-1] {
			equal = 1
		}
		if i == 0 || !follows(upper[i-1], upper[i]) {
			up = 1
		}
		switch n := max(equal, up); {
		case n == row:
			filled += row
		case n > row:
			filled++
		}
	}
	return len(letters) < few || 2*filled >= len(key)
}

// namesSample reports whether a key, of which upper is the same in capitals, has one of
// sampleWords right behind its prefix, or elsewhere with nothing left beside it that could
// be a key: somebody may have put a label behind a real one, and four letters come by
// chance.
func namesSample(key, upper string) bool {
	const most = 6 // letters of a version, as in "api03-"
	head := strings.IndexAny(upper[:min(len(upper), most)], "-_") + 1
	rest := key
	for _, w := range sampleWords {
		if strings.HasPrefix(upper, w) || strings.HasPrefix(upper[head:], w) {
			return true
		}
		if i := strings.Index(strings.ToUpper(rest), w); i >= 0 {
			rest = rest[:i] + rest[i+len(w):]
		}
	}
	return len(rest) < len(key) && !isVaried(rest)
}

// isVaried reports whether the body of a key is long enough for one and changes between
// small letters, capitals and digits as often as random ones do and words do not.
func isVaried(body string) bool {
	const least = 12
	changes, digits := 0, 0
	for i := 1; i < len(body); i++ {
		if class(body[i]) != class(body[i-1]) {
			changes++
			if class(body[i-1]) == '0' {
				digits++ // an end of digits, behind which others come
			}
		}
	}
	return len(body) >= least && (5*changes >= 2*len(body) || digits > 1)
}

// class is 'a', 'A' or '0' for a small letter, a capital or a digit, and '-' for others.
func class(c byte) byte {
	switch {
	case 'a' <= c && c <= 'z':
		return 'a'
	case 'A' <= c && c <= 'Z':
		return 'A'
	case '0' <= c && c <= '9':
		return '0'
	}
	return '-'
}

// follows reports whether a letter or digit is the one behind another.
func follows(a, b byte) bool { return isAlnum(a) && (b == a+1 || a == '9' && b == '0') }

// holdsKey reports whether a key follows the first line of a PEM block, in lines or with
// their ends escaped. Without one the line is what a check looks for, or an example.
func holdsKey(rest string) bool {
	const most, least, sure = 64, 24, 12 // bytes to look at, of what counts as a key, and of what begins as keys do
	rest = strings.ReplaceAll(rest[:min(len(rest), most)], `\n`, "\n")
	bare := strings.TrimLeft(rest, " \t\r\n")
	if strings.Contains(rest[:len(rest)-len(bare)], "\n") {
		bare = strings.TrimLeft(bare, "\"'>|+# \t\r\n") // of a string that is joined, or a quote
	}
	n := 0
	for n < len(bare) && (isAlnum(bare[n]) || bare[n] == '+' || bare[n] == '/') {
		n++
	}
	begins := n >= sure && (bare[0] == 'M' && 'A' <= bare[1] && bare[1] <= 'Z' || strings.HasPrefix(bare, "b3Bl"))
	return (begins || n >= least) && !isSample(bare[:n]) || strings.HasPrefix(bare, "Proc-Type:")
}

// privateKeys finds the first lines of PEM blocks that hold private keys.
func privateKeys(text string) []Finding {
	const begin, kind = "-----BEGIN ", "PRIVATE KEY"
	var found []Finding
	for at := 0; ; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			return found
		}
		start := at + i
		at = start + len(begin)
		label, _, ok := strings.Cut(text[at:min(len(text), at+64)], "-----")
		if ok && strings.Contains(label, kind) && !strings.ContainsAny(label, "\r\n") && holdsKey(text[at+len(label)+len("-----"):]) {
			found = append(found, Finding{
				Span:    source.Span{Start: start, End: at + len(label) + len("-----")},
				Message: "this is the beginning of a private key: " + label,
			})
		}
	}
}
