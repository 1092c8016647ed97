package dev.foliot.text;

import java.util.List;

/**
 * The families of reasons that a module adds to those of this one.
 *
 * <p>A service of {@link java.util.ServiceLoader}: stored codes are read with the families of all
 * modules on the class path. A code of a family that is not there keeps its stored text, as {@link
 * Reason.Recorded}.
 */
public interface ReasonFamilies {
  /** The sealed interfaces below which each record is a reason. */
  List<Class<? extends Reason>> all();
}
