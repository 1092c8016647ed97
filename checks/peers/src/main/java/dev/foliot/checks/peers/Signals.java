package dev.foliot.checks.peers;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Sends signals by a system call, because starting {@code kill} takes milliseconds. */
@SuppressWarnings("restricted") // a system call is the purpose
final class Signals {
  static final int CONTINUE = 18;
  static final int STOP = 19;

  private final MethodHandle kill;

  Signals() {
    Linker linker = Linker.nativeLinker();
    kill =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }

  /** Whether the process existed. */
  boolean send(long pid, int signal) {
    try {
      return (int) kill.invokeExact((int) pid, signal) == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("kill(2) cannot be called", e);
    }
  }
}
