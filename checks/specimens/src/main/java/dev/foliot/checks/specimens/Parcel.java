package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Base;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Released;
import dev.foliot.checks.specimens.Traits.Routed;
import dev.foliot.checks.specimens.Traits.Timed;

/**
 * The message that is defined from its bytes: by separate loaders, or as a hidden class. Its
 * ordinary form is never checked.
 */
public final class Parcel extends Base implements Routed, Counted, Released, Timed {
  @Override
  public int weight() {
    return 7;
  }
}
