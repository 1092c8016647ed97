package dev.foliot.hotspot.attach;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.InnerPid;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The socket on which a HotSpot listens after a tool has attached to it.
 *
 * <p>Its path is {@code /tmp/.java_pidN} in the JVM's own file system, where N is the pid that the
 * JVM knows. In a container both differ from the host's, so the path goes through {@code
 * /proc/PID/root}, as in jcmd.
 *
 * <p>The socket saves starting jcmd, a JVM that takes a third of a second of CPU time each time.
 * JDKs 9 to 25 answer the first version of the protocol: the version, the command and three
 * arguments, each ended by a zero byte. The answer is a line with a number, 0 for success, then
 * text until the end [1].
 *
 * <p>It is used only where it belongs to this user and nobody else may write to it; jcmd requires
 * the same.
 *
 * <p>[1] <a
 * href="https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/services/attachListener.cpp">attachListener.cpp</a>
 */
final class AttachSocket {
  private static final Path SELF = Path.of("/proc/self");
  private static final int OTHERS = 0x3f;
  private static final int CHUNK = 1 << 16;
  private static final int MOST_BYTES = 64 << 20;

  private AttachSocket() {}

  /**
   * An answer.
   *
   * @param success whether the JVM executed the command
   */
  record Answer(boolean success, String text) {}

  /**
   * Sends one command to the JVM.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param pid the JVM, as that kernel counts
   * @param command as jcmd takes it, in one line of at most 1,000 characters
   * @return the answer; empty without a socket or an answer, and then jcmd must be used, which
   *     knows the reason
   * @throws TimeoutException if the JVM took the command and does not answer in time
   */
  static Optional<Answer> ask(Path root, long pid, String command, long deadlineS)
      throws InterruptedException, TimeoutException {
    Optional<Path> path = path(root, pid);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(path.get()))) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      // not in a shared pool: a thread that waits for a JVM would block the pool
      Thread.ofPlatform()
          .daemon()
          .name("foliot-attach")
          .start(() -> {
            try {
              answer.complete(talk(socket, command));
            } catch (IOException | RuntimeException e) {
              answer.completeExceptionally(e);
            }
          });
      return parse(answer.get(deadlineS, TimeUnit.SECONDS));
    } catch (IOException | ExecutionException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * The socket's path, if the file exists and belongs to this user. The root of a process with more
   * capabilities is closed to this user; if that process has no PID namespace of its own, this file
   * system is used.
   */
  private static Optional<Path> path(Path root, long pid) {
    if (!(InnerPid.of(root, pid) instanceof Reading.Value<Long>(Long inner))) {
      return Optional.empty();
    }
    String name = "tmp/.java_pid" + inner;
    Path own = root.resolve("proc/" + pid + "/root");
    Path path = Files.isReadable(own) || inner != pid ? own.resolve(name) : root.resolve(name);
    return isMine(path) ? Optional.of(path) : Optional.empty();
  }

  private static boolean isMine(Path path) {
    try {
      Map<String, Object> socket =
          Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
      return socket.get("mode") instanceof Integer mode
          && (mode & OTHERS) == 0
          && Files.getAttribute(SELF, "unix:uid").equals(socket.get("uid"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static String talk(SocketChannel socket, String command) throws IOException {
    ByteBuffer question =
        ByteBuffer.wrap(("1\0jcmd\0" + command + "\0\0\0").getBytes(StandardCharsets.UTF_8));
    while (question.hasRemaining()) {
      socket.write(question);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    while (all.size() < MOST_BYTES && socket.read(chunk) >= 0) {
      all.write(chunk.array(), 0, chunk.position());
      chunk.clear();
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  /** Parses an answer; empty for another protocol version or a truncated text. */
  static Optional<Answer> parse(String text) {
    int line = text.indexOf('\n');
    if (line < 0 || !text.substring(0, line).matches("-?[0-9]{1,9}")) {
      return Optional.empty();
    }
    return Optional.of(new Answer(text.substring(0, line).equals("0"), text.substring(line + 1)));
  }
}
