package prose

import (
	"strings"

	"mdck/internal/spelling"
)

// reasons lists the separators between a decision and its reason.
const reasons = ": |：|—| – | -- | - |→| because | since | so that | due to | owing to | to avoid | to keep | to prevent | in order to | given | for lack of " +
	"| weil | damit | wegen | da | denn | parce que | car | afin de | porque | perché | omdat | ponieważ | потому что | чтобы |因为|因為|由于|由於|以便|ため|ので|から|때문"

var (
	// decided matches a time or word before a decision.
	decided pattern = `^(?:[ _]*\[[^\]]*\] |[ _]*(?:(?:decision(?: made)?|(?:we )?decided|choice|resolved|note|adr)[0-9 #._-]*|[0-9+:.tz/ _-]+)(?:: | — | – | - ))+`
	// aside matches words in brackets or after a dash.
	aside pattern = `(?:^|[^\]])\([^()]* [^()]*\)|(?:^|[^0-9])–\s*\S`
)

// HasReason reports whether a line gives a reason for a decision.
func HasReason(line string) bool {
	text := strings.ToLower(strings.ReplaceAll(line, "*", ""))
	text = decided.regexp().ReplaceAllString(text, "")
	if (strings.Contains(text, "(") || strings.Contains(text, "–")) && aside.regexp().MatchString(text) {
		return true
	}
	for reason := range strings.SplitSeq(reasons, "|") {
		if _, why, ok := strings.Cut(text, reason); ok && !IsNothing(why) {
			return true
		}
	}
	return false
}

// unblocks matches a phrase such as "unblock when the key arrives".
const unblocks pattern = `(?:to unblock|unblock(?:ed|s)?(?::| (?:by|when|once|after|if|as soon as|with|through)\b))[:： ]*(?:\r?\n[ -]*)?([^)\r\n]*[\pL\pN][^)\r\n]*)`

// SaysUnblocked reports whether text says what ends a blocker.
func SaysUnblocked(text string) bool {
	for _, m := range unblocks.regexp().FindAllStringSubmatch(strings.ReplaceAll(text, "*", ""), -1) {
		if !IsNothing(m[1]) {
			return true
		}
	}
	return false
}

const unfinished pattern = `(?:^|[^\pL\pN'])(?:wip|todo|tbd|fixme|ongoing|underway|started|partial(?:ly)?|half|halfway|almost|nearly|mostly|unfinished|incomplete|not|never|` +
	`still|until|pending|waiting|awaiting|paused|stuck|blocked|blocker|failed|failing|fails|failure|broken|cannot|(?:ca|could|did|does|is|was|wo)n'?t|` +
	`unable|cancell?ed|aborted|abandoned|dropped|skipped|deferred|postponed|rejected|reverted|left|remaining|remains|needs|` +
	`(?:to|in|under|on|rolled)[ -](?:do|progress|way|hold|back))(?:$|[^\pL\pN'])`

// plain matches text that starts with a letter or digit.
const plain pattern = "^[*_`]*(?:\\[[*_`]*[\\pL\\pN][^\\]]+\\]\\(|[\\pL\\pN])"

// IsPlain reports whether a line has only the text of a task, without a status.
func IsPlain(text string) bool {
	return plain.regexp().MatchString(text) && !strings.ContainsFunc(text, spelling.IsPicture) && !strings.ContainsAny(strings.ReplaceAll(text, "100%", ""), "%?…") &&
		!strings.Contains(text, "~~") && !strings.Contains(text, "...") && !unfinished.regexp().MatchString(strings.ReplaceAll(text, "’", "'"))
}
