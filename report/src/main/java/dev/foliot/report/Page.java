package dev.foliot.report;

import java.util.List;

/**
 * All that the template needs.
 *
 * @param title of the document
 * @param heading the class under test
 * @param subtitle the load, the JDK and the time of each run
 * @param policy the content security policy
 * @param style the one style
 * @param script the one script
 * @param data what the script reads out, as JSON that can stand in an element
 * @param sections in order
 * @param footer who made it
 */
record Page(
    String title,
    String heading,
    List<String> subtitle,
    String policy,
    String style,
    String script,
    String data,
    List<Section> sections,
    String footer) {}
