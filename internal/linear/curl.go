package linear

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// ErrNoCurl means that there is no curl command, so nothing was sent.
var ErrNoCurl = errors.New("curl is not installed")

// Exit statuses of curl. Source: curl(1), EXIT CODES.
const (
	timedOut = 28
	tooLarge = 63
)

// unsent lists the exit statuses of curl before it sends the request.
var unsent = []int{5, 6, 7, 35, 60}

// maxLine is the longest line that every version of curl reads.
const maxLine = 100_000 // bytes

// trailer makes curl print the HTTP status after the body.
const trailer = `\n%{http_code}`

// A runner runs curl with a configuration. The error means that curl did not start.
type runner func(ctx context.Context, config string, out, message io.Writer) (int, error)

// curlArgs are the arguments of curl. -q must be the first, to ignore the user's configuration. The
// key goes through standard input, because other processes see arguments.
var curlArgs = []string{"-q", "--config", "-"}

func curl(ctx context.Context, config string, out, message io.Writer) (int, error) {
	cmd := exec.CommandContext(ctx, "curl", curlArgs...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(config), out, message
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); cmd.ProcessState == nil {
		return 0, err
	}
	return cmd.ProcessState.ExitCode(), nil
}

func (s *session) config(body []byte, limit time.Duration) (string, error) {
	var out strings.Builder
	out.WriteString("silent\nshow-error\ngloboff\n")
	options := [][2]string{
		{"url", s.URL},
		{"proto", "=https"}, // no redirects, because the option location is not set
		{"max-time", fmt.Sprintf("%.3f", max(limit, time.Millisecond).Seconds())}, // 0 would mean no limit
		{"max-filesize", fmt.Sprint(maxAnswer)},
		{"user-agent", "mdck"},
		{"header", "Authorization: " + s.Key.header()},
		{"header", "Content-Type: application/json"},
		{"header", "Expect:"}, // do not wait for "100 Continue"
		{"write-out", trailer},
		{"data-raw", string(body)},
	}
	if !strings.HasPrefix(strings.ToLower(s.URL), "https:") { // a proxy could read an unencrypted request and its key
		options[1][1] = "=http"
		options = append(options, [2]string{"noproxy", "*"})
	}
	for _, o := range options {
		value, err := quote(o[1])
		if err != nil {
			return "", fmt.Errorf("%s of curl: %w", o[0], err)
		}
		fmt.Fprintf(&out, "%s = %s\n", o[0], value)
	}
	return out.String(), nil
}

// quote formats a value for curl. It refuses control characters, because a line feed could start
// another option.
func quote(value string) (string, error) {
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' }) {
		return "", errors.New("the value contains a control character")
	}
	value = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
	if len(value) > maxLine {
		return "", fmt.Errorf("the value has %d bytes after escaping; expected at most %d", len(value), maxLine)
	}
	return value, nil
}

func parseAnswer(out []byte) (status int, body []byte) {
	i := max(bytes.LastIndexByte(out, '\n'), 0)
	status, _ = strconv.Atoi(string(bytes.TrimSpace(out[i:])))
	return status, out[:i]
}

type limited struct {
	text []byte
	max  int
	full bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.full = l.full || len(l.text)+len(p) > l.max; l.full {
		return 0, io.ErrShortWrite
	}
	l.text = append(l.text, p...)
	return len(p), nil
}
