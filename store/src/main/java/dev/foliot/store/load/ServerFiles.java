package dev.foliot.store.load;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file of the server that was watched during a load test's fork. Stateless. */
public final class ServerFiles {
  static final String FILE = "server.json";

  private ServerFiles() {}

  /**
   * Writes it; call it before the fork's commit.
   *
   * @throws StoreException if it is not writable
   */
  public static void write(ForkFolder fork, ServerRecord server) {
    fork.json(FILE, server);
  }

  /**
   * The server of a fork; empty where none was watched.
   *
   * @throws StoreException if the file is corrupt, too big or too new
   */
  public static Optional<ServerRecord> read(StoredRun run, int fork) {
    Path file = run.forkPath(fork).resolve(FILE);
    return Files.exists(file)
        ? Optional.of(Json.read(file, ServerRecord.class, ServerRecord.SCHEMA))
        : Optional.empty();
  }
}
