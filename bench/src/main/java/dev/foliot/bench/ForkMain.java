package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The entry point of a fork: {@code SOCKET CLASS [NAME=VALUE]...}.
 *
 * <p>Connects to its parent through a Unix domain socket, runs one task under one load, tells the
 * parent what happens, and ends. It also ends, at once, when the parent goes: a thread waits for
 * the end of the connection, which the kernel brings however the parent went.
 */
public final class ForkMain {
  /** The exit code of a fork whose parent went away. */
  public static final int PARENT_GONE = 113;

  private static final int FAILED = 114;

  private ForkMain() {}

  /** Runs one task; see the class. */
  public static void main(String[] args) throws IOException {
    try (SocketChannel parent = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
      endWith(parent, Path.of(args[0]));
      ForkMessage last = lastMessage(parent, args);
      send(parent, last);
      // orderly, so that what hangs on the end of a JVM (a flight recording, say) gets its chance
      System.exit(last instanceof ForkMessage.Measured ? 0 : FAILED);
    }
  }

  private static ForkMessage lastMessage(SocketChannel parent, String[] args) {
    try {
      BenchTask task = newTask(args[1]);
      BenchConfig config =
          BenchConfig.DEFAULT.with(options(Arrays.copyOfRange(args, 2, args.length)));
      return new ForkMessage.Measured(BenchRunner.run(task, config, teller(parent)));
    } catch (BenchFailedException | BadOptionException e) {
      return new ForkMessage.Failed(String.valueOf(e.getMessage()), MeasurementBuilder.trace(e));
    } catch (Throwable e) {
      return new ForkMessage.Failed(
          "the harness failed: " + Faults.describe(e), MeasurementBuilder.trace(e));
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

  private static BenchListener teller(SocketChannel parent) {
    return new BenchListener() {
      @Override
      public void phase(Phase phase) {
        send(parent, new ForkMessage.InPhase(phase));
      }

      @Override
      public void thread(String role, long osThreadId) {
        send(parent, new ForkMessage.MeasuringThread(role, osThreadId));
      }
    };
  }

  /** Sends a message; a parent that is gone ends the fork. */
  private static void send(SocketChannel parent, ForkMessage message) {
    ByteBuffer bytes = ByteBuffer.wrap(ForkWire.encode(message));
    try {
      while (bytes.hasRemaining()) {
        parent.write(bytes);
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(PARENT_GONE);
    }
  }

  /** Ends this JVM at once when the parent's end of the connection closes. */
  private static void endWith(SocketChannel parent, Path socket) {
    ByteBuffer nothing = ByteBuffer.allocateDirect(1);
    Thread watch =
        new Thread(
            () -> {
              try {
                while (parent.read(nothing) >= 0) {
                  nothing.clear();
                }
              } catch (IOException e) {
                // closed by this end: the fork is ending anyway
              }
              removeSocket(socket);
              Runtime.getRuntime().halt(PARENT_GONE);
            },
            "foliot-parent");
    watch.setDaemon(true);
    watch.start();
  }

  /** A parent that was killed leaves its socket and the folder of it behind. */
  private static void removeSocket(Path socket) {
    try {
      Files.deleteIfExists(socket);
      if (socket.getParent() != null) {
        Files.deleteIfExists(socket.getParent());
      }
    } catch (IOException e) {
      // somebody else was faster, or may not want it gone
    }
  }
}
