package dev.foliot.report.page;

import dev.foliot.store.Json;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/**
 * A page that shows something while it runs. What it shows comes by server-sent events from {@code
 * events} beside it; it makes no other request.
 *
 * @param subject what it shows
 * @param title what is measured
 * @param policy the content security policy
 * @param style the one style
 * @param script the one script
 * @param data the charts, for the script
 */
public record LivePage(
    LiveSubject subject, String title, String policy, String style, String script, String data) {
  /** The page of a subject. */
  public static String html(LiveSubject subject) {
    String style = Page.resource("report.css") + Page.resource("live.css");
    String script = Page.resource("live.js");
    LivePage page =
        new LivePage(
            subject,
            Foreign.text(subject.title(), Foreign.NAME),
            "default-src 'none'; connect-src 'self'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
                .formatted(Page.hash(style), Page.hash(script)),
            style,
            script,
            // no text in it can end its element
            Json.line(
                    Map.of(
                        "charts", subject.charts(),
                        "lost", subject.states().lost(),
                        "clock", subject.states().isByClock()))
                .replace("<", "\\u003c"));
    StringOutput out = new StringOutput();
    TemplateEngine.createPrecompiled(
            null, ContentType.Html, Page.class.getClassLoader(), Page.class.getPackageName())
        .render("live.jte", page, out);
    return out.toString();
  }
}
