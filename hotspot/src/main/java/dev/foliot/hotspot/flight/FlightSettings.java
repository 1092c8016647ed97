package dev.foliot.hotspot.flight;

/** The events of a recording, in the form of a .jfc file. One thread. */
public final class FlightSettings {
  private final StringBuilder events = new StringBuilder();

  /** Adds an event without settings of its own. */
  public FlightSettings event(String name) {
    return event(name, new String[0]);
  }

  /**
   * Adds an event.
   *
   * @param settings names and values in turn, as in {@code "threshold", "1 ms"}
   */
  public FlightSettings event(String name, String... settings) {
    events.append("  <event name=\"").append(name).append("\">");
    setting("enabled", "true");
    for (int i = 0; i < settings.length; i += 2) {
      setting(settings[i], settings[i + 1]);
    }
    events.append("</event>\n");
    return this;
  }

  private void setting(String name, String value) {
    events.append("<setting name=\"").append(name).append("\">").append(value).append("</setting>");
  }

  /** The whole file. */
  public String text() {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <configuration version="2.0" label="Foliot" provider="Foliot">
    """
        + events
        + "</configuration>\n";
  }
}
