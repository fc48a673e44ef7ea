//! An organic certificate as its merchant hands it in.

use crate::domain::form::{FieldRefusal, at_most, one_line};

/// A certificate as it was handed in.
#[derive(Clone, Debug, Default)]
pub struct GivenCertificate {
    /// Path of the uploaded file.
    pub url: String,
    /// As the merchant named the file; the last part of the path when it is empty.
    pub original_name: String,
    /// The merchant has uploaded this file as a certificate.
    pub is_own: bool,
}

/// A certificate that can be reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCertificate {
    /// Path of the uploaded file.
    pub url: String,
    /// As the merchant named the file.
    pub original_name: String,
}

impl GivenCertificate {
    /// The certificate.
    ///
    /// # Errors
    /// When it is no file that the merchant has uploaded, or its name is too long.
    pub fn check(&self) -> Result<CheckedCertificate, FieldRefusal> {
        if !self.is_own {
            let text = "The certificate must be a file that you have uploaded";
            return Err(FieldRefusal::new("organicCertificate", text));
        }
        let name = one_line(&self.original_name);
        at_most("organicCertificate.originalName", "The name of the certificate", &name, 300)?;
        let last = self.url.rsplit('/').next().unwrap_or_default();
        let original_name = if name.is_empty() { last.to_owned() } else { name };
        Ok(CheckedCertificate { url: self.url.clone(), original_name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_an_own_file_with_a_name() {
        let given = GivenCertificate {
            url: "/api/uploads/certificates/a/b.pdf".to_owned(),
            original_name: " Organic  2026.pdf ".to_owned(),
            is_own: true,
        };
        assert_eq!(given.check().unwrap().original_name, "Organic 2026.pdf");
        let unnamed = GivenCertificate { original_name: " ".to_owned(), ..given.clone() };
        assert_eq!(unnamed.check().unwrap().original_name, "b.pdf");
        let long = GivenCertificate { original_name: "x".repeat(301), ..given.clone() };
        let text = "The name of the certificate is too long: at most 300 characters";
        assert_eq!(long.check().unwrap_err().to_string(), text);
        let stolen = GivenCertificate { is_own: false, ..given };
        let text = "The certificate must be a file that you have uploaded";
        assert_eq!(stolen.check().unwrap_err().to_string(), text);
    }
}
