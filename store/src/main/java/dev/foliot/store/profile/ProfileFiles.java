package dev.foliot.store.profile;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files of a profiled fork, or of a diagnosis with profiles. Stateless. */
public final class ProfileFiles {
  static final String PROFILE_FILE = "profile.json";
  static final String STACKS_FILE = "profile.folded";
  static final String SLICES_FILE = "profile.slices";

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
    return read(
        folder.resolve(PROFILE_FILE), folder.resolve(STACKS_FILE), folder.resolve(SLICES_FILE));
  }

  /**
   * Writes the profiles of a JVM that Foliot did not start into the folder of a run.
   *
   * @throws IOException if the files are not writable
   */
  public static void write(Path run, Map<ProfileKind, Profile> profiles) throws IOException {
    for (Map.Entry<ProfileKind, Profile> one : profiles.entrySet()) {
      Profile profile = one.getValue();
      FoldedText.Written text = FoldedText.write(profile.stacks());
      if (profile.record().means() != null) {
        Files.writeString(run.resolve(file(one.getKey(), STACKS_FILE)), text.text());
        if (profile.record().sampling().sliceNs() > 0) {
          Files.writeString(run.resolve(file(one.getKey(), SLICES_FILE)), text.slices());
        }
      }
      Json.write(
          run.resolve(file(one.getKey(), PROFILE_FILE)), profile.record().kept(text.leftOut()));
    }
  }

  /**
   * The profiles in the folder of a run; empty if none were asked for.
   *
   * @throws StoreException if a file of one is missing, corrupt, too big or too new
   */
  public static Map<ProfileKind, Profile> read(StoredRun run) {
    Map<ProfileKind, Profile> all = new EnumMap<>(ProfileKind.class);
    for (ProfileKind kind : ProfileKind.values()) {
      read(
              run.path().resolve(file(kind, PROFILE_FILE)),
              run.path().resolve(file(kind, STACKS_FILE)),
              run.path().resolve(file(kind, SLICES_FILE)))
          .ifPresent(profile -> all.put(kind, profile));
    }
    return all;
  }

  /** The name of a kind's file: {@code profile-cpu.json}. */
  private static String file(ProfileKind kind, String name) {
    return name.replace(".", "-" + kind.label() + ".");
  }

  private static Optional<Profile> read(Path file, Path folded, Path slices) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    ProfileRecord record = Json.read(file, ProfileRecord.class, ProfileRecord.SCHEMA);
    if (record.means() == null) {
      return Optional.of(new Profile(record, List.of()));
    }
    List<ProfileStack> stacks = FoldedText.read(folded, bytes(folded));
    return Optional.of(
        new Profile(
            record,
            record.sampling().sliceNs() == 0
                ? stacks
                : FoldedText.sliced(stacks, slices, bytes(slices))));
  }

  private static byte[] bytes(Path file) {
    if (!Files.isRegularFile(file)) {
      throw StoreException.unreadable(
          file, Files.exists(file) ? "it is not a regular file" : "it does not exist", null);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(FoldedText.MOST_BYTES + 1);
    } catch (IOException e) {
      throw StoreException.unreadable(file, e);
    }
  }
}
