package dev.foliot.jlbh;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchListener;
import dev.foliot.bench.ForkMessage;
import dev.foliot.bench.ForkParent;
import dev.foliot.bench.Jitter;
import dev.foliot.bench.Measurement;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of a fork that runs a program written for JLBH: {@code SOCKET JITTER CLASS
 * [ARG]...}. JITTER is how the pause meter waits.
 *
 * <p>Calls the program's own {@code main} and reports each of its measurements to the parent. A
 * class without one, which is a task, is measured with JLBH's defaults.
 */
public final class JlbhForkMain {
  private static final int FAILED = 114;
  private static final long TURN_MS = 20;
  private static final long PATIENCE_MS = 5_000;
  private static final int TRACE_LENGTH = 8_000;
  private static final String TASKS = "net.openhft.chronicle.jlbh.TaskMain";

  private JlbhForkMain() {}

  /** Runs one program as the class describes. */
  public static void main(String[] args) throws IOException, InterruptedException {
    ForkParent parent = ForkParent.connect(Path.of(args[0]));
    Program.reportTo(new ToParent(parent));
    Program.recordJitter(Jitter.Mode.parse(args[1]));
    ForkMessage last = run(args[2], Arrays.copyOfRange(args, 3, args.length));
    parent.sendLast(last);
    // an orderly end, for the shutdown hooks of the JVM (a flight recording, for example)
    System.exit(last instanceof ForkMessage.AllMeasured ? 0 : FAILED);
  }

  private static ForkMessage run(String name, String[] arguments) throws InterruptedException {
    try {
      Class<?> program = Class.forName(name);
      Method main = mainOf(program);
      if (main == null) {
        main = mainOf(Class.forName(TASKS));
        call(main, name);
      } else {
        call(main, arguments);
      }
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return failed(
          ClosedPackages.remedy(cause)
              + "the main of "
              + Shown.text(name)
              + " threw "
              + cause
              + lacking(cause),
          cause);
    } catch (ReflectiveOperationException | LinkageError e) {
      return failed(Shown.text(name) + " cannot be run: " + e, e);
    }
    return awaitEnd(name);
  }

  /** Waits for measurements that other threads make. */
  private static ForkMessage awaitEnd(String name) throws InterruptedException {
    for (long ms = 0; Program.begun() == 0 && ms < PATIENCE_MS && hasThreads(); ms += TURN_MS) {
      Thread.sleep(TURN_MS);
    }
    while (Program.isRunning()) {
      Thread.sleep(TURN_MS);
    }
    if (Program.begun() == 0) {
      return new ForkMessage.Failed(
          "the main of "
              + Shown.text(name)
              + " returned and started no JLBH: name the class whose main calls JLBH.start()",
          "");
    }
    return new ForkMessage.AllMeasured();
  }

  private static boolean hasThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> !thread.isDaemon() && !thread.equals(Thread.currentThread()));
  }

  private static @Nullable Method mainOf(Class<?> program) {
    try {
      Method main = program.getDeclaredMethod("main", String[].class);
      return Modifier.isStatic(main.getModifiers()) ? main : null;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static void call(@Nullable Method main, String... arguments)
      throws ReflectiveOperationException {
    if (main == null) {
      throw new NoSuchMethodException("main");
    }
    main.setAccessible(true);
    main.invoke(null, (Object) arguments);
  }

  /** What to do where a program calls a method of JLBH that is not here. */
  private static String lacking(Throwable e) {
    boolean ours =
        e instanceof IncompatibleClassChangeError
            && String.valueOf(e.getMessage()).contains("net.openhft.chronicle.jlbh.");
    return ours ? ": Foliot does not serve that, leave the call out (docs/guide/jlbh.md)" : "";
  }

  private static ForkMessage failed(String reason, Throwable cause) {
    return new ForkMessage.Failed(reason, trace(cause));
  }

  private static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString().substring(0, Math.min(TRACE_LENGTH, text.toString().length()));
  }

  /** Sends everything to the parent. */
  private record ToParent(ForkParent parent) implements Reports {
    @Override
    public void begins(String name, String arrivals, boolean fromStart, BenchConfig config) {
      parent.send(new ForkMessage.Begins(name, arrivals, fromStart, config));
    }

    @Override
    public BenchListener listener() {
      return parent.listener();
    }

    @Override
    public void measured(Measurement measurement) {
      parent.send(new ForkMessage.Measured(measurement));
    }

    @Override
    public void failed(String reason, Throwable cause) {
      parent.send(new ForkMessage.Failed(reason, trace(cause)));
    }
  }
}
