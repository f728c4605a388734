import java.io.FileInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Judges files against profiles of PDF/A and PDF/UA. Arguments: profiles separated by commas (ua1, 2a, 3a), then files.
 * Prints one line a file and profile ("ok", number of checks) and one line a failed rule; ends with 1 when a rule failed.
 */
public class Judge {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE);
        VeraGreenfieldFoundryProvider.initialise();
        boolean failed = false;
        String[] profiles = arguments[0].split(",");
        for (int i = 1; i < arguments.length; i++) {
            for (String profile : profiles) {
                failed |= !judge(arguments[i], PDFAFlavour.fromString(profile));
            }
        }
        System.exit(failed ? 1 : 0);
    }

    private static boolean judge(String file, PDFAFlavour flavour) throws Exception {
        try (InputStream stream = new FileInputStream(file);
                PDFAParser parser = Foundries.defaultInstance().createParser(stream, flavour);
                PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, true)) {
            ValidationResult result = validator.validate(parser);
            Map<String, String> rules = new TreeMap<>();
            for (TestAssertion assertion : result.getTestAssertions()) {
                if (assertion.getStatus() == TestAssertion.Status.FAILED) {
                    String rule = assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber();
                    String place = assertion.getLocation() == null ? "" : assertion.getLocation().getContext();
                    rules.putIfAbsent(rule, assertion.getMessage() + " @ " + place);
                }
            }
            System.out.println((result.isCompliant() ? "ok " : "FAILED ") + flavour.getId() + " " + file + " "
                    + result.getTotalAssertions() + " checks");
            rules.forEach((rule, text) -> System.out.println("    " + rule + ": " + text.replace('\n', ' ')));
            return result.isCompliant();
        }
    }
}
