package gitrepo

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// objects reads objects through "git cat-file --batch". It is safe for concurrent use.
type objects struct {
	git git

	mu       sync.Mutex
	closed   bool
	batch    *batch               // nil if no process is running
	expected map[string]*question // by name; asked by expect
}

type batch struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	pipe   io.Closer    // source of out
	asked  []*question  // not answered, oldest first
	stderr bytes.Buffer // read only after the process has ended
}

var errMissing = errors.New("no such object")

// read returns the blob id and its size in bytes; above limit bytes only the size. For a missing
// blob, the error is [ErrPartial] or [ErrDamaged].
func (o *objects) read(id string, limit int64) (contents []byte, size int64, err error) {
	found, err := o.ask(id, limit)
	if !errors.Is(err, errMissing) && !unfetched(err) {
		return found.contents, found.size, err
	}
	err = ErrDamaged
	if o.git.partial() {
		err = ErrPartial
	}
	return nil, 0, fmt.Errorf("object %s: %w", id, err)
}

func (o *objects) commit(rev string) (id string, err error) {
	if strings.ContainsAny(rev, "\n\x00") || rev == "" {
		return "", fmt.Errorf("%w %q", ErrNoCommit, rev)
	}
	found, err := o.ask(rev+"^{commit}", -1)
	if errors.Is(err, errMissing) {
		return "", fmt.Errorf("%w %q", ErrNoCommit, rev)
	}
	if err != nil {
		return "", fmt.Errorf("revision %q: %w", rev, err)
	}
	return found.id, nil
}

// A question is about the object called name, which has no line feed.
type question struct {
	name   string
	limit  int64
	answer *object // nil until it is read
	err    error   // [errMissing] or [errAmbiguous]
}

// maxExpected limits the questions without an answer. Their names fit into a pipe of 4 KiB, so that
// writing does not block.
const maxExpected = 50

// expect asks for a commit and does not wait for the answer, so that git looks it up meanwhile.
func (o *objects) expect(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q := &question{name: name + "^{commit}", limit: -1}
	if o.expected[q.name] != nil || len(o.asked()) >= maxExpected || o.request(q) != nil {
		return // ask reports the error
	}
	if o.expected == nil {
		o.expected = map[string]*question{}
	}
	o.expected[q.name] = q
}

func (o *objects) ask(name string, limit int64) (found object, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q := o.expected[name]
	delete(o.expected, name)
	if q == nil {
		q = &question{name: name, limit: limit}
	}
	for q.answer == nil && len(o.asked()) > 0 && o.asked()[0] != q {
		_ = o.readAnswer() // an error belongs to the other question
	}
	if q.answer == nil && len(o.asked()) == 0 {
		err = o.request(q)
	}
	if q.answer == nil && err == nil {
		err = o.readAnswer()
	}
	if err != nil {
		return found, err
	}
	return *q.answer, q.err
}

func (o *objects) asked() []*question {
	if o.batch == nil {
		return nil
	}
	return o.batch.asked
}

func (o *objects) request(q *question) (err error) {
	if o.closed {
		return fs.ErrClosed
	}
	if o.batch == nil {
		if o.batch, err = o.git.startBatch(); err != nil {
			return err
		}
	}
	if _, err = io.WriteString(o.batch.in, q.name+"\n"); err != nil {
		return o.fail(err)
	}
	o.batch.asked = append(o.batch.asked, q)
	return nil
}

// readAnswer reads the answer to the oldest question.
func (o *objects) readAnswer() error {
	b := o.batch
	q := b.asked[0]
	b.asked = b.asked[1:]
	late := time.AfterFunc(o.git.patience, func() { _ = b.cmd.Process.Kill() })
	found, err := b.read(q.limit)
	inTime := late.Stop()
	switch {
	case err == nil, errors.Is(err, errMissing), errors.Is(err, errAmbiguous):
		q.answer, q.err = &found, err
		return nil
	case !inTime:
		err = errNoAnswer
	}
	return o.fail(err)
}

func (o *objects) fail(err error) error {
	stderr := o.batch.end()
	o.batch, o.expected = nil, nil
	return o.git.failure("cat-file", stderr, err)
}

func (o *objects) close() {
	o.rest()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
}

func (o *objects) rest() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.batch != nil {
		o.batch.end()
	}
	o.batch, o.expected = nil, nil
}

func (g git) startBatch() (*batch, error) {
	b := &batch{cmd: g.command("cat-file", "--batch")}
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.in, b.pipe, b.out, b.cmd.Stderr = in, out, bufio.NewReaderSize(out, 32<<10), &b.stderr
	if err := b.cmd.Start(); err != nil {
		return nil, g.failure("cat-file", "", err)
	}
	return b, nil
}

func (b *batch) end() (stderr string) {
	b.in.Close()
	b.pipe.Close() // while the process writes an object, Wait would hang
	_ = b.cmd.Wait()
	return b.stderr.String()
}

func (b *batch) read(limit int64) (found object, err error) {
	line, err := b.out.ReadString('\n')
	if err != nil {
		return found, err
	}
	if found, err = parseHeader(strings.TrimSuffix(line, "\n")); err != nil {
		return found, err
	}
	if found.size <= limit {
		found.contents = make([]byte, found.size)
		if _, err := io.ReadFull(b.out, found.contents); err != nil {
			return found, err
		}
	}
	_, err = io.CopyN(io.Discard, b.out, found.size-int64(len(found.contents))+1) // the rest and the line feed
	return found, err
}

// An object is a stored object, without contents if they are above the limit.
type object struct {
	id       string
	size     int64 // in bytes
	contents []byte
}

// errAmbiguous means that an abbreviated id matches several objects.
var errAmbiguous = errors.New("ambiguous")

// parseHeader parses the line before an object: "ID TYPE SIZE", or "NAME missing".
func parseHeader(line string) (object, error) {
	if strings.HasSuffix(line, " missing") {
		return object{}, errMissing
	}
	if strings.HasSuffix(line, " ambiguous") {
		return object{}, errAmbiguous
	}
	fields := strings.Split(line, " ")
	if len(fields) == 3 {
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err == nil && size >= 0 {
			return object{id: fields[0], size: size}, nil
		}
	}
	return object{}, fmt.Errorf("expected an id, a type and a size, found %q", line)
}
