// Package curltest is a stand-in for the curl command in tests. It supports the features of curl
// that mdck uses. For other features it exits with status 2.
package curltest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ExitHeader makes the stand-in exit with this status instead of printing the answer. "hang" makes
// it hang.
const ExitHeader = "Curl-Exit"

// Main is the main function of the stand-in.
func Main() {
	os.Exit(Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run behaves like curl with the given arguments and returns the exit status.
func Run(ctx context.Context, args []string, config io.Reader, out, message io.Writer) int {
	text, err := io.ReadAll(io.LimitReader(config, 1<<20))
	options, parseErr := Parse(string(text))
	status := 2
	if err = errors.Join(err, parseErr); err == nil && slices.Equal(args, []string{"-q", "--config", "-"}) {
		status, err = send(ctx, options, out)
	}
	if status != 0 {
		fmt.Fprintf(message, "curl: (%d) %v\n", status, err)
	}
	return status
}

// required lists the options of each configuration, besides noproxy.
const required = "[data-raw globoff header max-filesize max-time proto show-error silent url user-agent write-out]"

// Parse reads a configuration. Source: curl(1), --config.
func Parse(text string) (url.Values, error) {
	options := url.Values{}
	for line := range strings.Lines(text) {
		name, value, found := strings.Cut(strings.TrimSuffix(line, "\n"), " = ")
		if value, err := strconv.Unquote(value); err == nil || !found {
			options.Add(name, value)
		}
	}
	names := fmt.Sprint(slices.Sorted(maps.Keys(options)))
	if strings.Replace(names, "noproxy ", "", 1) != required {
		return nil, fmt.Errorf("options are %s, want %s", names, required)
	}
	return options, nil
}

func send(ctx context.Context, o url.Values, out io.Writer) (int, error) {
	limit, err := time.ParseDuration(o.Get("max-time") + "s")
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, requestErr := http.NewRequestWithContext(ctx, http.MethodPost, o.Get("url"), strings.NewReader(o.Get("data-raw")))
	if err := errors.Join(err, requestErr); err != nil || o.Get("proto") != "="+request.URL.Scheme {
		return 1, err
	}
	for _, h := range o["header"] {
		name, value, _ := strings.Cut(h, ":")
		request.Header.Set(name, strings.TrimSpace(value))
	}
	response, err := client(o).Do(request)
	if err != nil {
		return failure(err)
	}
	defer response.Body.Close()
	switch exit := response.Header.Get(ExitHeader); exit {
	case "":
		return show(o.Get("write-out"), response, out)
	case "hang":
		time.Sleep(time.Minute)
		return 0, nil
	default:
		status, err := strconv.Atoi(exit)
		return status, errors.Join(err, errors.New("as the server asked"))
	}
}

func client(o url.Values) *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}
	if o.Get("noproxy") == "*" {
		transport.Proxy = nil
	}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func show(format string, response *http.Response, out io.Writer) (int, error) {
	if _, err := io.Copy(out, response.Body); err != nil {
		return failure(err)
	}
	_, err := strings.NewReplacer(`\n`, "\n", "%{http_code}", strconv.Itoa(response.StatusCode)).WriteString(out, format)
	if err != nil {
		return failure(err)
	}
	return 0, nil
}

func failure(err error) (int, error) {
	operation, _ := errors.AsType[*net.OpError](err)
	switch {
	case os.IsTimeout(err):
		return 28, err
	case operation != nil && operation.Op == "dial":
		return 7, errors.New("could not connect to server")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return 18, err
	case errors.Is(err, io.EOF):
		return 52, err
	case strings.Contains(err.Error(), "malformed HTTP"):
		return 1, err
	}
	return 56, err
}
