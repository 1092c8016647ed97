package dev.foliot.benchrun;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The socket between a fork and its parent. It is a Unix domain socket in a folder that only this
 * user may enter. The kernel closes it at any end of either process.
 */
final class ForkSocket implements AutoCloseable {
  private static final long LOOK_NS = 5_000_000;

  private final ScratchFolder folder;
  private final Path path;
  private final ServerSocketChannel server;

  ForkSocket() {
    folder =
        switch (ScratchFolder.of("foliot-")) {
          case Reading.Value<ScratchFolder>(ScratchFolder made) -> made;
          case Reading.Unavailable<ScratchFolder> none ->
              throw FoliotException.environment(none.reason() + ": " + none.remedy());
        };
    path = folder.path().resolve("fork");
    try {
      server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(path));
      server.configureBlocking(false);
    } catch (IOException e) {
      folder.close();
      throw FoliotException.environment(
          "no socket can be made in "
              + folder.path()
              + " ("
              + e.getMessage()
              + "): free some space there, or set TMPDIR to a short path that can be written");
    }
  }

  Path path() {
    return path;
  }

  /** Waits for the fork's connection; null if its process ends without one. */
  @Nullable SocketChannel accept(ChildProcess process) throws IOException, InterruptedException {
    while (true) {
      boolean ended = process.hasEndedWithin(LOOK_NS);
      SocketChannel connection = server.accept();
      if (connection != null || ended) {
        return connection;
      }
    }
  }

  @Override
  public void close() {
    try (folder) {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the socket of a fork cannot be removed", e);
    }
  }
}
