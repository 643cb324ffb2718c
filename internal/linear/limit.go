package linear

import (
	"net/http"
	"strconv"
	"time"
)

// families are the limits that Linear counts, each with headers for how much
// remains and for when it is full again, in milliseconds since 1970.
var families = []string{"X-RateLimit-Requests-", "X-RateLimit-Endpoint-Requests-", "X-RateLimit-Endpoint-", "X-RateLimit-Complexity-"}

// farthest is how far ahead a time may lie to be believed.
const farthest = 31 * 24 * time.Hour

// reset is when Linear takes requests again; zero if it does not say. Without a
// Retry-After it is the end of the limits that are used up, and if none is said
// to be, that of the requests.
func reset(header http.Header, now time.Time) time.Time {
	if at, ok := retryAfter(header.Get("Retry-After"), now); ok {
		return believed(at, now)
	}
	var last time.Time
	for _, family := range families {
		at := millis(header.Get(family + "Reset"))
		if header.Get(family+"Remaining") == "0" && at.After(last) {
			last = at
		}
	}
	if last.IsZero() {
		last = millis(header.Get(families[0] + "Reset"))
	}
	return believed(last, now)
}

// retryAfter reads seconds or a date.
func retryAfter(value string, now time.Time) (time.Time, bool) {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return now.Add(time.Duration(seconds) * time.Second), true
	}
	at, err := http.ParseTime(value)
	return at, err == nil
}

func millis(value string) time.Time {
	ms, err := strconv.ParseInt(value, 10, 64)
	if err != nil || ms <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// believed is at, if that is near enough to now to be meant: a server that counts
// in seconds would seem to speak of 1970.
func believed(at, now time.Time) time.Time {
	if at.Before(now.Add(-time.Hour)) || at.After(now.Add(farthest)) {
		return time.Time{}
	}
	return at
}
