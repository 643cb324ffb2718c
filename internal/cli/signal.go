package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupted returns a context that ends when a signal asks the process to end.
func interrupted() (context.Context, func()) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
