/** Profiles of measured JVMs: the choice of profiler, and the folding of samples. */
@NullMarked
package dev.foliot.service.profile;

import org.jspecify.annotations.NullMarked;
