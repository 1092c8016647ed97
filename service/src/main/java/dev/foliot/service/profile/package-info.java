/** Profiles of measured JVMs: who samples them, and what the samples become. */
@NullMarked
package dev.foliot.service.profile;

import org.jspecify.annotations.NullMarked;
