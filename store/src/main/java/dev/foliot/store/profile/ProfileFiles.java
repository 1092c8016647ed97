package dev.foliot.store.profile;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of a profiled fork, in addition to those of every fork. Stateless. */
public final class ProfileFiles {
  static final String PROFILE_FILE = "profile.json";
  static final String STACKS_FILE = "profile.folded";

  private ProfileFiles() {}

  /**
   * Writes {@code profile.json} and, with a profile, {@code profile.folded}; call it before the
   * fork's commit. Beyond a size limit, the rarest stacks are left out and counted.
   *
   * @throws StoreException if the files are not writable
   */
  public static void write(ForkFolder fork, Profile profile) {
    FoldedText.Written text = FoldedText.write(profile.stacks());
    if (profile.record().means() != null) {
      fork.text(STACKS_FILE, text.text());
    }
    fork.json(PROFILE_FILE, profile.record().kept(text.leftOut()));
  }

  /**
   * A fork's profile; empty if not requested.
   *
   * @throws StoreException if a file of it is missing, corrupt, too big or too new
   */
  public static Optional<Profile> read(StoredRun run, int fork) {
    Path folder = run.forkPath(fork);
    Path file = folder.resolve(PROFILE_FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    ProfileRecord record = Json.read(file, ProfileRecord.class, ProfileRecord.SCHEMA);
    List<ProfileStack> stacks =
        record.means() == null ? List.of() : stacks(folder.resolve(STACKS_FILE));
    return Optional.of(new Profile(record, stacks));
  }

  private static List<ProfileStack> stacks(Path file) {
    if (!Files.isRegularFile(file)) {
      throw StoreException.unreadable(
          file, Files.exists(file) ? "it is not a regular file" : "it does not exist", null);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return FoldedText.read(file, in.readNBytes(FoldedText.MOST_BYTES + 1));
    } catch (IOException e) {
      throw StoreException.unreadable(file, e);
    }
  }
}
