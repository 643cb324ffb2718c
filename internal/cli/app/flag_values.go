package app

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"

	"github.com/alecthomas/kong"
)

func mapper[T any](parse func(text string) (T, error)) kong.Option {
	return kong.TypeMapper(reflect.TypeFor[T](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto(strings.ToLower(reflect.TypeFor[T]().Name()), &text); err != nil {
			return err
		}
		value, err := parse(text)
		if err == nil {
			target.Set(reflect.ValueOf(value))
		}
		return err
	}))
}

// parseNumber parses plain decimal digits, because kong would read 010 as 8.
func parseNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("expected a decimal number, such as 12; found %q", text)
	}
	return n, nil
}

func parseTime(text string) (time.Time, error) {
	at, ok := spelling.ReadTime(text, time.UTC)
	if !ok {
		return at, fmt.Errorf("expected a time such as 2006-01-02T15:04:05Z, 2006-01-02 or \"2006-01-02 15:04\"; found %q", text)
	}
	return at, nil
}
