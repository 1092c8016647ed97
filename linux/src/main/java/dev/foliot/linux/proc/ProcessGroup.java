package dev.foliot.linux.proc;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;

/** A process group: a command and all its descendants (killpg(3)). Safe for any thread. */
public final class ProcessGroup {
  private static final int SIGKILL = 9;
  private static final int SIGTERM = 15;
  private static final Reading<MethodHandle> KILL = link();

  private ProcessGroup() {}

  /**
   * Kills every process of a group at once; a group that is already gone is no error.
   *
   * @param leader the process id of the group's leader, above 1
   * @return whether any process was killed
   * @throws IllegalArgumentException if {@code leader} is no process id: the kernel treats 0 and
   *     below differently
   */
  public static Reading<Boolean> kill(long leader) {
    return signal(leader, SIGKILL);
  }

  /**
   * Asks every process of a group to end (SIGTERM); a group that is already gone is no error.
   *
   * @param leader the process id of the group's leader, above 1
   * @return whether any process was asked
   * @throws IllegalArgumentException if {@code leader} is no process id
   */
  public static Reading<Boolean> terminate(long leader) {
    return signal(leader, SIGTERM);
  }

  private static Reading<Boolean> signal(long leader, int signal) {
    if (leader <= 1 || leader > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("no process leads a group " + leader);
    }
    return KILL.map(kill -> call(kill, (int) -leader, signal) == 0);
  }

  private static int call(MethodHandle kill, int pid, int signal) {
    try {
      return (int) kill.invokeExact(pid, signal);
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the C library cannot throw", e);
    }
  }

  @SuppressWarnings("restricted") // Linking is what this class is for.
  private static Reading<MethodHandle> link() {
    try {
      Linker linker = Linker.nativeLinker();
      FunctionDescriptor type =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
      return Reading.of(linker.downcallHandle(linker.defaultLookup().findOrThrow("kill"), type));
    } catch (IllegalCallerException e) {
      return Reading.unavailable(
          new SystemReason.NativeCallsForbidden("ending a group of processes"));
    } catch (NoSuchElementException | UnsupportedOperationException e) {
      return Reading.unavailable(
          new SystemReason.NoSuchFunction("kill", System.getProperty("os.name")));
    }
  }
}
