package dev.foliot.study.file;

import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.study.StudyForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a study has beside its file. What is null or empty, the file decides.
 *
 * @param form how long it takes
 * @param forks of each arm under each load
 * @param seed of all chance
 * @param drawnSeed the seed where neither this nor the file has one
 * @param arms the names of those that are played
 * @param cpus who has which
 * @param apps where the built-in services are
 * @param commandLine what the user wrote
 */
public record StudyFileOptions(
    @Nullable StudyForm form,
    @Nullable Integer forks,
    @Nullable Long seed,
    long drawnSeed,
    List<String> arms,
    CpuPartition cpus,
    ClassPath apps,
    List<String> commandLine) {
  /** Keeps copies. */
  public StudyFileOptions {
    arms = List.copyOf(arms);
    commandLine = List.copyOf(commandLine);
  }
}
