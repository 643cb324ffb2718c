package prose

import "strings"

// reasons are what people put between a decision and its reason, the protocol's first, in
// lower case, parted by bars.
const reasons = ": |：|—| – | -- | - |→| because | since | so that | due to | owing to | to avoid | to keep | to prevent | in order to | given | for lack of " +
	"| weil | damit | wegen | da | denn | parce que | car | afin de | porque | perché | omdat | ponieważ | потому что | чтобы |因为|因為|由于|由於|以便|ため|ので|から|때문"

var (
	// decided matches what people put before a decision: a time, or a word for one.
	decided pattern = `^(?:[ _]*\[[^\]]*\] |[ _]*(?:(?:decision(?: made)?|(?:we )?decided|choice|resolved|note|adr)[0-9 #._-]*|[0-9+:.tz/ _-]+)(?:: | — | – | - ))+`
	// aside matches brackets, not those of a link, with words in them, or a dash between words;
	// between digits it is a range.
	aside pattern = `(?:^|[^\]])\([^()]* [^()]*\)|(?:^|[^0-9])–\s*\S`
)

// HasReason reports whether a line says why something was decided. A label and a time
// before the decision are no part of that.
func HasReason(line string) bool {
	text := strings.ToLower(strings.ReplaceAll(line, "*", ""))
	text = decided.regexp().ReplaceAllString(text, "")
	if aside.regexp().MatchString(text) {
		return true
	}
	for reason := range strings.SplitSeq(reasons, "|") {
		if _, why, ok := strings.Cut(text, reason); ok && !IsNothing(why) {
			return true
		}
	}
	return false
}

// unblocks matches words for what would end a blocker, and that up to the bracket that closes or the end
// of the line, which may be the next one.
const unblocks pattern = `(?:to unblock|unblock(?:ed|s)?(?::| (?:by|when|once|after|if|as soon as|with|through)\b))[:： ]*(?:\r?\n[ -]*)?([^)\r\n]*[\pL\pN][^)\r\n]*)`

// SaysUnblocked reports whether text about a blocker says what would end it, in the form of
// the protocol or in other words.
func SaysUnblocked(text string) bool {
	for _, m := range unblocks.regexp().FindAllStringSubmatch(strings.ReplaceAll(text, "*", ""), -1) {
		if !IsNothing(m[1]) {
			return true
		}
	}
	return false
}

// unfinished matches words of a task that is not done or will never be. They also stand in the
// names of tasks that are: what holds one is only not marked without being asked about.
const unfinished pattern = `(?:^|[^\pL\pN'])(?:wip|todo|tbd|fixme|ongoing|underway|started|partial(?:ly)?|half|halfway|almost|nearly|mostly|unfinished|incomplete|not|never|` +
	`still|until|pending|waiting|awaiting|paused|stuck|blocked|blocker|failed|failing|fails|failure|broken|cannot|(?:ca|could|did|does|is|was|wo)n'?t|` +
	`unable|cancell?ed|aborted|abandoned|dropped|skipped|deferred|postponed|rejected|reverted|left|remaining|remains|needs|` +
	`(?:to|in|under|on|rolled)[ -](?:do|progress|way|hold|back))(?:$|[^\pL\pN'])`

// plain matches text that begins with a letter or digit, behind emphasis or in a link; a box is
// none.
const plain pattern = "^[*_`]*(?:\\[[*_`]*[\\pL\\pN][^\\]]+\\]\\(|[\\pL\\pN])"

// IsPlain reports whether text, one line, is that of a task and nothing else: it has no sign and no
// word that says how the task stands.
func IsPlain(text string) bool {
	return plain.regexp().MatchString(text) && !strings.ContainsFunc(text, IsPicture) && !strings.ContainsAny(strings.ReplaceAll(text, "100%", ""), "%?…") &&
		!strings.Contains(text, "~~") && !strings.Contains(text, "...") && !unfinished.regexp().MatchString(strings.ReplaceAll(text, "’", "'"))
}
