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
 * <p>Connects to its parent through a Unix domain socket, runs one task under one load, reports to
 * the parent, and ends. It ends at once when the parent ends: a thread waits for the kernel to
 * close the connection.
 */
public final class ForkMain {
  /** The exit code of a fork whose parent ended. */
  public static final int PARENT_GONE = 113;

  private static final int FAILED = 114;

  private ForkMain() {}

  /** Runs one task as the class describes. */
  public static void main(String[] args) throws IOException {
    try (SocketChannel parent = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
      endWith(parent, Path.of(args[0]));
      ForkMessage last = lastMessage(parent, args);
      send(parent, last);
      // an orderly end, for the shutdown hooks of the JVM (a flight recording, for example)
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

  /** Sends a message; ends the fork if the parent is gone. */
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

  /** Ends this JVM at once when the parent closes its end of the connection. */
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
                // this end closed it: the fork is ending anyway
              }
              removeSocket(socket);
              Runtime.getRuntime().halt(PARENT_GONE);
            },
            "foliot-parent");
    watch.setDaemon(true);
    watch.start();
  }

  /** Removes the socket and its folder, which a killed parent leaves behind. */
  private static void removeSocket(Path socket) {
    try {
      Files.deleteIfExists(socket);
      if (socket.getParent() != null) {
        Files.deleteIfExists(socket.getParent());
      }
    } catch (IOException e) {
      // already removed, or not permitted
    }
  }
}
