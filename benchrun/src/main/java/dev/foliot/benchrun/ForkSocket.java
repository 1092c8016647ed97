package dev.foliot.benchrun;

import dev.foliot.text.LabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where a fork connects to its parent: a Unix domain socket in a folder that only this user may
 * enter. The kernel closes it when either end goes, however it goes.
 */
final class ForkSocket implements AutoCloseable {
  /** What the address of a Unix domain socket holds (unix(7)), less the name in the folder. */
  private static final int LONGEST_FOLDER = 90;

  private static final long LOOK_MS = 5;

  private final Path folder;
  private final Path path;
  private final ServerSocketChannel server;

  ForkSocket() {
    try {
      folder = shortFolder();
      path = folder.resolve("fork");
      server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(path));
      server.configureBlocking(false);
    } catch (IOException e) {
      throw LabException.environment(
          "no socket can be made in "
              + System.getProperty("java.io.tmpdir")
              + " ("
              + e.getMessage()
              + "): free some space there, or set TMPDIR to a short path that can be written");
    }
  }

  private static Path shortFolder() throws IOException {
    Path usual = Files.createTempDirectory("foliot-");
    if (usual.toString().length() <= LONGEST_FOLDER) {
      return usual;
    }
    Files.delete(usual);
    return Files.createTempDirectory(Path.of("/tmp"), "foliot-");
  }

  Path path() {
    return path;
  }

  /** The fork's connection, or null if its process ends without one. */
  @Nullable SocketChannel accept(Process process) throws IOException, InterruptedException {
    while (true) {
      boolean ended = process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS);
      SocketChannel connection = server.accept();
      if (connection != null || ended) {
        return connection;
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(path);
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("the socket of a fork cannot be removed", e);
    }
  }
}
