package dev.foliot.study.run;

import dev.foliot.store.study.StudyRecord;
import java.nio.file.Path;

/**
 * The result of a study.
 *
 * @param study as stored
 * @param folder of the run
 * @param interrupted whether it was ended early
 */
public record StudyResult(StudyRecord study, Path folder, boolean interrupted) {}
