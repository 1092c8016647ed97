package dev.foliot.report.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/**
 * A page that shows a load while it runs. What it shows comes by server-sent events from {@code
 * events} beside it; it makes no other request.
 *
 * @param title what is tested
 * @param policy the content security policy
 * @param style the one style
 * @param script the one script
 */
public record LivePage(String title, String policy, String style, String script) {
  /** The page of a test. */
  public static String html(String title) {
    String style = Page.resource("report.css") + Page.resource("live.css");
    String script = Page.resource("live.js");
    LivePage page =
        new LivePage(
            Foreign.text(title, Foreign.NAME),
            "default-src 'none'; connect-src 'self'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
                .formatted(Page.hash(style), Page.hash(script)),
            style,
            script);
    StringOutput out = new StringOutput();
    TemplateEngine.createPrecompiled(
            null, ContentType.Html, Page.class.getClassLoader(), Page.class.getPackageName())
        .render("live.jte", page, out);
    return out.toString();
  }
}
