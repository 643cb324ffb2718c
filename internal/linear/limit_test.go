package linear

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestRateLimits(t *testing.T) {
	in := func(d time.Duration) string { return strconv.FormatInt(epoch.Add(d).UnixMilli(), 10) }
	for name, c := range map[string]struct {
		code    int
		headers []string
		waited  time.Duration
		until   time.Duration // 0: not known
	}{
		"milliseconds":         {400, []string{"X-RateLimit-Requests-Reset", in(time.Hour)}, 0, time.Hour},
		"seconds":              {429, []string{"Retry-After", "3600"}, 0, time.Hour},
		"date":                 {429, []string{"Retry-After", epoch.Add(time.Hour).Format(http.TimeFormat)}, 0, time.Hour},
		"seconds come first":   {429, []string{"Retry-After", "120", "X-RateLimit-Requests-Reset", in(time.Hour)}, 0, 2 * time.Minute},
		"soon":                 {400, []string{"X-RateLimit-Requests-Reset", in(4 * time.Second)}, 4 * time.Second, 4 * time.Second},
		"now":                  {400, []string{"Retry-After", "0"}, 0, 1},
		"just too late":        {400, []string{"Retry-After", "10"}, 0, 10 * time.Second},
		"complexity":           {400, []string{"X-RateLimit-Requests-Reset", in(2 * time.Hour), "X-RateLimit-Requests-Remaining", "12", "X-RateLimit-Complexity-Reset", in(time.Hour), "X-RateLimit-Complexity-Remaining", "0"}, 0, time.Hour},
		"not said":             {400, nil, 0, 0},
		"not a number":         {400, []string{"Retry-After", "soon", "X-RateLimit-Requests-Reset", "2026-11-21T13:00:00Z"}, 0, 0},
		"seconds for milli":    {400, []string{"X-RateLimit-Requests-Reset", strconv.FormatInt(epoch.Unix(), 10)}, 0, 0},
		"negative":             {400, []string{"Retry-After", "-5"}, 0, 0},
		"beyond all numbers":   {400, []string{"Retry-After", "99999999999999999999", "X-RateLimit-Requests-Reset", "9223372036854775807"}, 0, 0},
		"further than a month": {400, []string{"Retry-After", "2147483647"}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			limited := graph(c.code, "ratelimited", "RATELIMITED", "Rate limit exceeded", "", c.headers...)
			f := newFake(t, fault{answer: limited}, fault{answer: limited})
			done := f.upsert(Comment{Issue: "CIA-12", Body: text})
			e := done.failure(t, RateLimited)
			if done.waited != c.waited {
				t.Errorf("waited %v, want %v", done.waited, c.waited)
			}
			want := epoch.Add(c.until).Truncate(time.Second)
			switch {
			case c.until == 0 && (!e.Until.IsZero() || strings.Contains(e.Cause, "until")):
				t.Errorf("until %v: %v", e.Until, e)
			case c.until > 1 && name != "soon" && (!e.Until.Equal(want) || !strings.Contains(e.Cause, ", until "+want.Format("2006-01-02T15:04:05Z"))):
				t.Errorf("until %v (%v), want %v", e.Until, e, want)
			}
			if e.Unsure || !strings.HasPrefix(e.Cause, "Linear's rate limit is reached: Rate limit exceeded (HTTP ") {
				t.Errorf("got %q", e)
			}
		})
	}
}
