package cli

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"
)

// numbers reads the values of flags that are numbers as they are printed: in decimal
// digits, without a plus sign, zeros in front, or _ between digits. kong would take them as
// Go writes them, 0x10 for 16 and 010 for 8.
func numbers() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[int](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("int", &text); err != nil {
			return err
		}
		n, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(n) != text {
			return fmt.Errorf("want a number in decimal digits, such as 12, found %q", text)
		}
		target.SetInt(int64(n))
		return nil
	}))
}
