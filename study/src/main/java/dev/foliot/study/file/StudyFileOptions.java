package dev.foliot.study.file;

import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.study.plan.StudyForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a study besides its file. For null or empty ones the file decides.
 *
 * @param form the length of the study
 * @param forks of each arm under each load
 * @param seed of all random choices
 * @param drawnSeed the seed if neither this nor the file has one
 * @param arms the names of the selected ones
 * @param cpus their assignment
 * @param apps the class path of the built-in services
 * @param commandLine the user's command line
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
