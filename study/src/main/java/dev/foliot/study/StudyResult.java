package dev.foliot.study;

import dev.foliot.store.study.StudyRecord;
import java.nio.file.Path;

/**
 * What a study gave.
 *
 * @param study as stored
 * @param folder where
 * @param interrupted whether it was ended before its time
 */
public record StudyResult(StudyRecord study, Path folder, boolean interrupted) {}
