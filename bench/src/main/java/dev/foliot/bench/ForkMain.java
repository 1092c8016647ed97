package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The entry point of a fork: {@code SOCKET CLASS [NAME=VALUE]...}. A name is an option of the load,
 * or {@code param.} and a parameter of the task; such a pair is URL-encoded.
 *
 * <p>Connects to its parent through a Unix domain socket, runs one task under one load, reports to
 * the parent, and ends.
 */
public final class ForkMain {
  private static final int FAILED = 114;
  private static final String PARAM = "param.";

  private ForkMain() {}

  /** Runs one task as the class describes. */
  public static void main(String[] args) throws IOException {
    ForkParent parent = ForkParent.connect(Path.of(args[0]));
    ForkMessage last = lastMessage(parent, args);
    parent.sendLast(last);
    // an orderly end, for the shutdown hooks of the JVM (a flight recording, for example)
    System.exit(last instanceof ForkMessage.Measured ? 0 : FAILED);
  }

  private static ForkMessage lastMessage(ForkParent parent, String[] args) {
    try {
      BenchTask task = newTask(args[1]);
      Map<String, String> options = options(Arrays.copyOfRange(args, 2, args.length));
      Map<String, String> params = params(options);
      options.keySet().removeIf(name -> name.startsWith(PARAM));
      BenchConfig config = BenchConfig.DEFAULT.with(options);
      return new ForkMessage.Measured(BenchRunner.run(task, config, params, new Progress(parent)));
    } catch (BenchFailedException | BadOptionException e) {
      return new ForkMessage.Failed(String.valueOf(e.getMessage()), MeasurementBuilder.trace(e));
    } catch (Throwable e) {
      return new ForkMessage.Failed(
          "the harness failed: " + Faults.describe(e), MeasurementBuilder.trace(e));
    }
  }

  /**
   * Reports to the parent. If the JVM ends within one of the task's last methods, it still reports
   * the measurement.
   */
  private static final class Progress implements BenchListener {
    private final ForkParent parent;
    private final BenchListener phases;

    Progress(ForkParent parent) {
      this.parent = parent;
      this.phases = parent.listener();
    }

    @Override
    public void phase(Phase phase) {
      phases.phase(phase);
    }

    @Override
    public void thread(String role, long osThreadId) {
      phases.thread(role, osThreadId);
    }

    @Override
    public void loadEnded(Supplier<Measurement> soFar) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> parent.sendLast(new ForkMessage.Measured(soFar.get())),
                  "foliot-last-words"));
    }
  }

  private static BenchTask newTask(String className) {
    Object made;
    try {
      made = Class.forName(className).getConstructor().newInstance();
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new BenchFailedException(
          "the constructor of " + Shown.text(className) + " threw " + Faults.describe(cause),
          cause);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new BenchFailedException(
          Shown.text(className) + " cannot be made: " + Faults.describe(e), e);
    }
    if (made instanceof BenchTask task) {
      return task;
    }
    throw new BenchFailedException(
        Shown.text(className) + " is no " + BenchTask.class.getName(), null);
  }

  /**
   * A parameter as an argument of this class, in ASCII: a JVM reads others by the locale.
   *
   * @param name of the field
   */
  public static String param(String name, String value) {
    return PARAM
        + URLEncoder.encode(name, StandardCharsets.UTF_8)
        + "="
        + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static Map<String, String> params(Map<String, String> options) {
    Map<String, String> params = new LinkedHashMap<>();
    options.forEach((name, value) -> {
      if (name.startsWith(PARAM)) {
        params.put(
            URLDecoder.decode(name.substring(PARAM.length()), StandardCharsets.UTF_8),
            URLDecoder.decode(value, StandardCharsets.UTF_8));
      }
    });
    return params;
  }

  private static Map<String, String> options(String[] args) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (equals < 1) {
        throw new BadOptionException("'" + Shown.text(arg) + "' is no NAME=VALUE");
      }
      options.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
    return options;
  }
}
